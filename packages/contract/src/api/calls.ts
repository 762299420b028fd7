import type { z } from 'zod';
import { type AreaCalls, type AreaName, areas } from './areas.ts';

type Merge<U> = (U extends unknown ? (union: U) => void : never) extends (all: infer I) => void
  ? I
  : never;
type AllCalls = Merge<{ [A in AreaName]: AreaCalls<A> }[AreaName]>;
export type Calls = { [N in keyof AllCalls]: AllCalls[N] };

/**
 * Every call by name. Handlers, the client, the OpenAPI document and the authorization matrix
 * derive from it.
 */
export const calls: Calls = Object.assign({}, ...Object.values(areas).map((area) => area.calls));

export type CallName = keyof Calls;
/** Calls that pages make. The others require an API key. */
export type PageCall = {
  [N in CallName]: Calls[N]['audience'] extends 'key' ? never : N;
}[CallName];
/** Input as the caller writes it. */
export type CallInput<N extends CallName> = z.input<Calls[N]['input']>;
/** Input as the handler receives it, parsed. */
export type CallParsed<N extends CallName> = z.output<Calls[N]['input']>;
export type CallOutput<N extends CallName> = z.output<Calls[N]['output']>;
