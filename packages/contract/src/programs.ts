import { z } from 'zod';

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
