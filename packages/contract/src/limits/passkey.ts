/** Passkeys of one member. */
export const PASSKEYS_PER_MEMBER = 10;
export const PASSKEY_NAME_LENGTH = 40;
/** Minutes between what the server asks and what the browser answers. */
export const PASSKEY_MINUTES = 5;
/** Characters of base64url: of a credential’s id (1023 bytes, WebAuthn §4), */
export const PASSKEY_ID_LENGTH = 1_364;
/** of what the browser says it was asked, */
export const CLIENT_DATA_LENGTH = 2_048;
/** of what the authenticator says of itself, which a new key is part of, */
export const AUTHENTICATOR_DATA_LENGTH = 1_024;
export const ATTESTATION_LENGTH = 4_096;
/** of a signature (RSA-4096 has 683), and of the owner’s handle (64 bytes). */
export const SIGNATURE_LENGTH = 1_024;
export const USER_HANDLE_LENGTH = 86;
/** Ways an authenticator is reached by; the standard knows six. */
export const TRANSPORTS = 10;
export const TRANSPORT_LENGTH = 32;
