import type { CallInput, PageCall, CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/client';
import type { FailEnvelope } from '@yunbiao/contract/envelope';
import { sayFailure } from '../page/say-failure.ts';
import type { Errors } from './form-state.ts';
import { validate } from './validate.ts';

export type Sent<T> =
  | { data: T; errors: null }
  /** `failure`: the server's refusal, unless the form was refused here. */
  | { data: null; errors: Errors; failure: FailEnvelope | null };

type More = {
  /** What the contract cannot see: field → message. */
  wrong?: Errors;
  /** What to do with a refusal that is about no field; says it as a toast by default. */
  say?: (failure: FailEnvelope) => Errors;
};

const toToast = (failure: FailEnvelope): Errors => {
  sayFailure(failure);
  return {};
};

/** Checks a form against the contract and sends it; what is wrong comes back at its field. */
export const sendForm = async <N extends PageCall>(
  api: Client,
  name: N,
  input: Record<string, unknown>,
  { wrong = {}, say = toToast }: More = {},
): Promise<Sent<CallOutput<N>>> => {
  const checked = await validate(name, input);
  const errors: Errors = { ...(checked.ok ? {} : checked.fields), ...wrong };
  if (!checked.ok || Object.keys(errors).length > 0) return { data: null, errors, failure: null };
  const reply = await api.call(name, checked.input as CallInput<N>);
  if (reply.state === 'ok') return { data: reply.data as CallOutput<N>, errors: null };
  return { data: null, errors: reply.data?.fields ?? say(reply), failure: reply };
};
