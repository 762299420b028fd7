import { z } from 'zod';
import { programVersion } from './gateway-fields.ts';

/**
 * Systems with an installable print client; the download page, the site and the client use these
 * names.
 */
export const PROGRAM_TARGETS = ['windows-x64', 'linux-x64', 'linux-arm64'] as const;
export type ProgramTarget = (typeof PROGRAM_TARGETS)[number];

/** Manifest next to the built programs: a list of `builtProgram`. */
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

export const getProgramFileName = (target: ProgramTarget, version: string): string =>
  target === 'windows-x64' ? `云标打印客户端-${version}.exe` : `yunbiao-agent-${version}-${target}`;

/** Progress of a client's update. Success shows in its version. */
export const UPDATE_STATES = [
  /** Requested by the member; the client has not answered yet. */
  'asked',
  /** Downloading and verifying the file. */
  'loading',
  /** Waiting until no label is pending. */
  'waiting',
  /** The client was not updated; the note gives the reason. */
  'failed',
] as const;
export type UpdateState = (typeof UPDATE_STATES)[number];

/** A program to download from the site, with the expected size and hash. */
export const programFile = z.object({
  version: programVersion,
  /** Path on the client's site. */
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
