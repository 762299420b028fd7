import type { CallInput, PageCall, CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/api/client';
import type { FailEnvelope } from '@yunbiao/contract/core/envelope';
import { showFailure } from '../page/show-failure.ts';
import type { Errors } from './form-state.ts';
import { validateCallInput } from './validate.ts';

export type Sent<T> =
  | { data: T; errors: null }
  /** `failure`: the refusal of the server; null when validation failed locally. */
  | { data: null; errors: Errors; failure: FailEnvelope | null };

type SendOptions = {
  /** Additional errors that the contract cannot detect: field → message. */
  wrong?: Errors;
  /** Handles a refusal that concerns no field. Shows a toast by default. */
  onRefusal?: (failure: FailEnvelope) => Errors;
};

const reportFailureAsToast = (failure: FailEnvelope): Errors => {
  showFailure(failure);
  return {};
};

/** Validates a form against the contract and sends it. Returns errors by field. */
export const sendForm = async <N extends PageCall>(
  api: Client,
  name: N,
  input: Record<string, unknown>,
  { wrong = {}, onRefusal = reportFailureAsToast }: SendOptions = {},
): Promise<Sent<CallOutput<N>>> => {
  const validation = await validateCallInput(name, input);
  const errors: Errors = { ...(validation.ok ? {} : validation.fields), ...wrong };
  if (!validation.ok || Object.keys(errors).length > 0)
    return { data: null, errors, failure: null };
  const reply = await api.call(name, validation.input as CallInput<N>);
  if (reply.state === 'ok') return { data: reply.data as CallOutput<N>, errors: null };
  return { data: null, errors: reply.data?.fields ?? onRefusal(reply), failure: reply };
};
