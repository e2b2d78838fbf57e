/** Why nobody could sign in, as a sentence that says what to do. */
export class SignInError extends Error {}
