/** Why a server is not used that nobody can sign in at. The command line says beside it how a person does so there. */
export const WANTS_SIGN_IN =
  'It wants a person to sign in, and nobody can be asked here: put a token into its "headers".';
