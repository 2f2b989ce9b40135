export default (load: () => Promise<() => Promise<void>>) => {
  load().then((h) => h());
};
