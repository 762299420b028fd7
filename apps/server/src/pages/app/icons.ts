import type { IncomingMessage, ServerResponse } from 'node:http';
import { APP_ICONS, type AppIcon, drawAppIcon } from '@yunbiao/services';
import { sendPng, type TaggedPng, addEtagToPng } from '../send-png.ts';
import { getIconPath } from './manifest.ts';

const DAY_S = 86_400;

const NAMES = new Map(
  (Object.keys(APP_ICONS) as AppIcon[]).map((name) => [getIconPath(name), name] as const),
);

/** Creates the handler for the app icons. Each is drawn when it is first asked for. */
export const createAppIconSender = (headers: [string, string][]) => {
  const drawnIcons = new Map<AppIcon, TaggedPng>();
  const getIcon = (name: AppIcon): TaggedPng => {
    const cached = drawnIcons.get(name);
    if (cached) return cached;
    const icon = addEtagToPng(drawAppIcon(name));
    drawnIcons.set(name, icon);
    return icon;
  };
  return {
    matchesPath: (pathname: string): boolean => NAMES.has(pathname),
    send: (req: IncomingMessage, res: ServerResponse, pathname: string): void => {
      const name = NAMES.get(pathname);
      if (name) sendPng(req, res, getIcon(name), { maxAgeS: DAY_S, headers: headers.flat() });
    },
  };
};
