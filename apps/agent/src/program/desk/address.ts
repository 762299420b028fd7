import { z } from 'zod';
import { askHttp } from '../../gateway/ask-http.ts';
import { jsonFile } from '../folder.ts';

/** Where the page of a running client is: on this machine only, under a secret only its user can read. */
const address = z.object({ pid: z.number(), port: z.number(), token: z.string().min(32) });
export type DeskAddress = z.output<typeof address>;

export const deskFile = jsonFile('desk.json', address);

export const deskUrl = ({ port, token }: DeskAddress): string =>
  `http://127.0.0.1:${port}/${token}/`;

/** What the page says, for the program that was started a second time. */
const deskState = z.object({
  pid: z.number(),
  version: z.string(),
  phase: z.enum(['unpaired', 'running', 'stopped']),
  server: z.string(),
  /** The page on which it is paired, and the code, when there is one. */
  pairUrl: z.string(),
  code: z.string(),
  trouble: z.string(),
});
export type DeskState = z.output<typeof deskState>;

/** Asks the running client; null when none answers. */
export const askDesk = async (home: string): Promise<DeskState | null> => {
  const at = deskFile.read(home);
  if (!at) return null;
  try {
    const { text } = await askHttp(`${deskUrl(at)}state`);
    return deskState.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

/** Tells the running client to do something, as its page would. False when none answered. */
export const tellDesk = async (
  home: string,
  what: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<boolean> => {
  const at = deskFile.read(home);
  if (!at) return false;
  try {
    const { status } = await askHttp(`${deskUrl(at)}${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
    return status < 400;
  } catch {
    return false;
  }
};
