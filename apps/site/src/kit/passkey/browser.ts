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
/** What the browser answers; `why`: nothing came of it, in words. */
type Answered<T> = { answer: T; why: '' } | { answer: null; why: string };

/** The browser tells a page no more than that: people cancel, and wait for too long, alike. */
const NOT_DONE = '没有完成：取消了，或者等得太久。再试一次就行。';

const explainWhy = (error: unknown): string => {
  if (error instanceof WebAuthnError) {
    if (error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      return '这台设备上已经有这个账号的通行密钥了';
    if (error.code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT')
      return '这个设备不能核对指纹、面容或 PIN，用不了';
    if (error.code === 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT')
      return '这个设备存不下通行密钥，换一个';
  }
  const { name } = error as { name?: string };
  if (name === 'NotAllowedError' || name === 'AbortError') return NOT_DONE;
  return '浏览器没能使用通行密钥，换一个浏览器再试';
};

const tried = async <T>(ask: () => Promise<T>): Promise<Answered<T>> => {
  try {
    return { answer: await ask(), why: '' };
  } catch (error) {
    return { answer: null, why: explainWhy(error) };
  }
};

/** Whether this browser lists passkeys where the name is typed (WebAuthn §5.1.4, conditional mediation). */
export const canOfferPasskeys = browserSupportsWebAuthnAutofill;

/** Ends what the browser is asked: an offer nobody takes up is open for as long as its field is there. */
export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony();

/**
 * Asks for a passkey to sign in with; `isOffered`: among what the browser offers at the field of the name, without a
 * dialog. The next question ends one that is open. The options are the server's, which wrote them by the standard.
 */
export const askPasskey = (
  options: Options,
  isOffered = false,
): Promise<Answered<CallInput<'passkeyLogin'>>> =>
  tried(async () => {
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

/** Has a passkey made. */
export const makePasskey = (
  options: Options,
): Promise<Answered<Omit<CallInput<'passkeyAdd'>, 'name'>>> =>
  tried(async () => {
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
