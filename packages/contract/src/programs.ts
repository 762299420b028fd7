import { z } from 'zod';
import { programVersion } from './gateway-fields.ts';

/** Systems there is a print client to install for, as download page, site and client name them. */
export const PROGRAM_TARGETS = ['windows-x64', 'linux-x64', 'linux-arm64'] as const;
export type ProgramTarget = (typeof PROGRAM_TARGETS)[number];

/** What was built, beside the programs: a list of these. */
export const PROGRAMS_FILE = 'programs.json';

export const builtProgram = z.object({
  target: z.enum(PROGRAM_TARGETS),
  version: z.string(),
  file: z.string().regex(/^[^/\\]+$/),
  /** Bytes. */
  size: z.number().int(),
  sha256: z.string(),
});
export type BuiltProgram = z.output<typeof builtProgram>;

/** What its file is called. */
export const programName = (target: ProgramTarget, version: string): string =>
  target === 'windows-x64' ? `云标打印客户端-${version}.exe` : `yunbiao-agent-${version}-${target}`;

/** How far a client is with becoming another version. What came of it shows in its version. */
export const UPDATE_STATES = [
  /** The member wants it; the client has not said anything yet. */
  'asked',
  /** It fetches and checks the file. */
  'loading',
  /** It waits until no label is under way. */
  'waiting',
  /** It stays what it was, and says why. */
  'failed',
] as const;
export type UpdateState = (typeof UPDATE_STATES)[number];

/** A program to fetch from the site, by what it must turn out to be. */
export const programFile = z.object({
  version: programVersion,
  /** On the site the client belongs to. */
  path: z
    .string()
    .regex(/^\/files\/[\w%./~!'()*-]+$/)
    .max(600)
    .refine((path) => !/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path)),
  /** Bytes. */
  size: z
    .number()
    .int()
    .min(1)
    .max(1024 * 1024 * 1024),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ProgramFile = z.output<typeof programFile>;
