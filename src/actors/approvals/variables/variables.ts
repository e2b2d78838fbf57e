// Variables that only choose a language, colours or a mode, and paths of no program.
const HARMLESS =
  /^(?:LC_[A-Z]+|LANG|LANGUAGE|NO_COLOR|FORCE_COLOR|CLICOLOR|NODE_ENV|CI|TZ|COLUMNS|LINES|TERM|DEBUG|VERBOSE)$/;

// Upper-case names are those of variables that programs and the shell itself read, and so are some in lower case.
const OWN_NAME = /^(?!\w*_proxy$)[a-z][a-z0-9_]*$/;

// Names under which people keep secrets. The looking world has none of them; a line that prints one is asked about.
const SECRET = /KEY|TOKEN|SECRET|PASS|PWD_|CREDENTIAL|AUTH|COOKIE|SESSION|PRIVATE|DSN|_URL$|_URI$/i;

/** Whether a variable may be set for a program that is harmless without it. */
export function isHarmlessAssignment(name: string, value: string | undefined): boolean {
  return HARMLESS.test(name) && /^[\w.*,:-]*$/.test(value ?? '/');
}

/** Whether nothing but the line itself reads a variable of this name. */
export function isOwnVariable(name: string): boolean {
  return OWN_NAME.test(name);
}

/** Whether a variable may hold a secret, by its name. */
export function mayBeSecret(name: string): boolean {
  return SECRET.test(name);
}
