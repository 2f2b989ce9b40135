/** Values that must be shown as text everywhere. Without null bytes, which SQLite's JSON refuses. */
export const hostileStrings = {
  script: '<script>window.__pwned = "script"</script>',
  image: '<img src="x" onerror="window.__pwned = \'image\'">',
  link: 'javascript:window.__pwned="link"',
  rightToLeft: 'user\u202Egpj.exe',
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈 é́́ 漢字 ﷽',
  quotes: `'"\`\\ ' OR 1=1 -- {{7*7}} \${7*7} </textarea></style>`,
  long: 'long '.repeat(2000),
  controls: 'tab\tnewline\nreturn\rbell\u0007zero\u200Bwidth',
} as const;
