/** The link from the password reset pages to the sign-in page. */
export function BackToLogin() {
  return (
    <a className="link link-hover mx-auto mt-3 w-fit py-1 text-muted max-sm:py-2.5" href="#/login">
      Back to login
    </a>
  );
}
