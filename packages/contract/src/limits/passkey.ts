/** Passkeys per member. */
export const PASSKEYS_PER_MEMBER = 10;
export const PASSKEY_NAME_LENGTH = 40;
/** Minutes the browser has to answer a challenge. */
export const PASSKEY_MINUTES = 5;
/** Base64url characters of a credential id (1023 bytes, WebAuthn §4). */
export const PASSKEY_ID_LENGTH = 1_364;
/** Base64url characters of clientDataJSON. */
export const CLIENT_DATA_LENGTH = 2_048;
/** Base64url characters of the authenticator data, and of the attestation object of a new key. */
export const AUTHENTICATOR_DATA_LENGTH = 1_024;
export const ATTESTATION_LENGTH = 4_096;
/** Base64url characters of a signature (RSA-4096 has 683), and of the user handle (64 bytes). */
export const SIGNATURE_LENGTH = 1_024;
export const USER_HANDLE_LENGTH = 86;
/** Transports of an authenticator; the standard defines six. */
export const TRANSPORTS = 10;
export const TRANSPORT_LENGTH = 32;
