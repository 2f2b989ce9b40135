import { useEffect } from 'react';
import { labelSignIn } from '#stores/auth/sign-in-methods.ts';

/** What a backend that has a say in how administrators sign in adds to the form. */
export default function SignInMethods() {
  useEffect(() => void labelSignIn(), []);
  return (
    <a className="link link-hover mx-auto mt-3 w-fit py-1 text-muted max-sm:py-2.5" href="#/pbinstall/start">
      No superuser yet?
    </a>
  );
}
