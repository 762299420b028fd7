import { z } from 'zod';
import { requestHttp } from '../../gateway/http.ts';
import { createJsonFileAccess } from '../folder.ts';

/**
 * Address of a running client's local page: only on this machine, with a secret that only its user
 * can read.
 */
const address = z.object({ pid: z.number(), port: z.number(), token: z.string().min(32) });
export type PanelAddress = z.output<typeof address>;

export const panelFile = createJsonFileAccess('desk.json', address);

export const buildPanelUrl = ({ port, token }: PanelAddress): string =>
  `http://127.0.0.1:${port}/${token}/`;

/** State of the local page, for a second start of the program. */
const panelState = z.object({
  pid: z.number(),
  version: z.string(),
  phase: z.enum(['unpaired', 'running', 'stopped']),
  server: z.string(),
  /** Page for confirming the pairing, and its code; '' without one. */
  pairUrl: z.string(),
  code: z.string(),
  trouble: z.string(),
});
export type PanelState = z.output<typeof panelState>;

/** Fetches the running client's state; null when none answers. */
export const fetchPanelState = async (home: string): Promise<PanelState | null> => {
  const at = panelFile.read(home);
  if (!at) return null;
  try {
    const { text } = await requestHttp(`${buildPanelUrl(at)}state`);
    return panelState.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

/** Sends a command to the running client, like its page. Returns false when none answers. */
export const sendPanelCommand = async (
  home: string,
  command: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<boolean> => {
  const at = panelFile.read(home);
  if (!at) return false;
  try {
    const { status } = await requestHttp(`${buildPanelUrl(at)}${command}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
    return status < 400;
  } catch {
    return false;
  }
};
