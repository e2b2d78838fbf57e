/** A key that everybody may read, and the certificate for it: for `localhost`, `example.test` and 127.0.0.1, until 2126. */
export const TEST_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgE3Wdxe1oEPGNq2/V
04ON7sV0Nb+InD0XAA0mB7MIbqihRANCAATAolgfargCG/zCdCik8vO9iAXUPRs+
3j+mUTUKgUgl9cEEiyJzdR/kaE4B3MCvfDss6yCd9l8HhZSWy8NL/ApQ
-----END PRIVATE KEY-----
`;

/** The certificate that belongs to `TEST_KEY`. Nobody trusts it but a program that is told to. */
export const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBqDCCAU+gAwIBAgIUGHiEKcDxvWopT8sxwgEn0OJRBMQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjAwMjczOVoYDzIxMjYxMTAy
MDAyNzM5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATAolgfargCG/zCdCik8vO9iAXUPRs+3j+mUTUKgUgl9cEEiyJzdR/k
aE4B3MCvfDss6yCd9l8HhZSWy8NL/ApQo30wezAdBgNVHQ4EFgQUoUSkDxd3j4u4
/H7RWHkDC1AhtyUwHwYDVR0jBBgwFoAUoUSkDxd3j4u4/H7RWHkDC1AhtyUwDwYD
VR0TAQH/BAUwAwEB/zAoBgNVHREEITAfgglsb2NhbGhvc3SCDGV4YW1wbGUudGVz
dIcEfwAAATAKBggqhkjOPQQDAgNHADBEAiBy+dSXQFAN4wJLHyn+pbyCIR2Lvqnf
H+bOWRcg/mGHJwIgKybJfMAryZuUuPCEvCi3VCATzWaIm/szJ+azpsHgcvo=
-----END CERTIFICATE-----
`;
