import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { CallInput } from '@yunbiao/contract';

type Options = Record<string, unknown>;
/** Answer of the browser, or `why` as a message when there is none. */
type PasskeyResult<T> = { answer: T; why: '' } | { answer: null; why: string };

/** Browsers do not distinguish cancellation from a timeout. */
const CANCELLED_MESSAGE = '没有完成：取消了，或者等得太久。重试就行。';

const explainPasskeyError = (error: unknown): string => {
  if (error instanceof WebAuthnError) {
    if (error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      return '这台设备上已经有这个账号的通行密钥了';
    if (error.code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT')
      return '这个设备不能核对指纹、面容或 PIN，用不了';
    if (error.code === 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT')
      return '这个设备存不下通行密钥，换一个';
  }
  const { name } = error as { name?: string };
  if (name === 'NotAllowedError' || name === 'AbortError') return CANCELLED_MESSAGE;
  return '浏览器没能使用通行密钥，换一个浏览器后重试';
};

const runPasskeyCeremony = async <T>(request: () => Promise<T>): Promise<PasskeyResult<T>> => {
  try {
    return { answer: await request(), why: '' };
  } catch (error) {
    return { answer: null, why: explainPasskeyError(error) };
  }
};

/**
 * True when the browser lists passkeys in the name field (WebAuthn §5.1.4, conditional mediation).
 */
export const canOfferPasskeys = browserSupportsWebAuthnAutofill;

/**
 * Cancels the pending browser request. A conditional request otherwise stays pending as long as the
 * field exists.
 */
export const cancelPasskeyRequest = (): void => WebAuthnAbortService.cancelCeremony();

/**
 * Requests a passkey for signing in. `isOffered` uses the autofill list of the name field instead
 * of a dialog. A new request cancels the pending one. The server creates the options according to
 * the standard.
 */
export const requestPasskey = (
  options: Options,
  isOffered = false,
): Promise<PasskeyResult<CallInput<'passkeyLogin'>>> =>
  runPasskeyCeremony(async () => {
    const { id, response } = await startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill: isOffered,
    });
    return {
      credentialId: id,
      clientData: response.clientDataJSON,
      authenticatorData: response.authenticatorData,
      signature: response.signature,
      userHandle: response.userHandle ?? '',
    };
  });

/** Creates a passkey. */
export const makePasskey = (
  options: Options,
): Promise<PasskeyResult<Omit<CallInput<'passkeyAdd'>, 'name'>>> =>
  runPasskeyCeremony(async () => {
    const { id, response } = await startRegistration({
      optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
    });
    return {
      credentialId: id,
      clientData: response.clientDataJSON,
      attestation: response.attestationObject,
      transports: response.transports ?? [],
    };
  });
