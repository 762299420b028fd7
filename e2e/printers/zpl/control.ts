import { discardObjects, downloadObject } from './memory.ts';
import { applyZplCommand } from './set.ts';
import type { Saveable, Settings } from './settings.ts';

/** Applies a ~ command at once, inside or outside a format. */
export const obeyControl = (settings: Settings, name: string, words: string): void => {
  if (name === 'SD' && /^\s*\d{1,2}/.test(words))
    settings.darkness = Math.min(Number.parseInt(words, 10), 30);
  else if (name === 'EG') settings.objects = discardObjects(settings.objects, 'R:*.GRF');
  else if (name === 'EF') settings.objects = discardObjects(settings.objects, 'R:*.ZPL');
  else if (name === 'JB') settings.objects = discardObjects(settings.objects, 'B:*');
  else applyZplCommand(settings, `~${name}`, words);
};

export const storeDownload = (
  settings: Settings,
  name: string,
  parameters: readonly string[],
  data: Buffer,
): void => {
  settings.objects = downloadObject(settings.objects, settings.drives, name, parameters, data);
};

const readWhole = (value: string): number | null =>
  /^-?\d{1,5}$/.test(value) ? Number(value) : null;

/** Variables that are also format settings. */
const VARIABLES: Readonly<Record<string, (value: string) => Partial<Saveable>>> = {
  'ezpl.print_width': (value) => ({ widthDots: readWhole(value) }),
  'zpl.label_length': (value) => ({ lengthDots: readWhole(value) }),
  'zpl.label_top': (value) => ({ top: readWhole(value) ?? 0 }),
  'zpl.left_position': (value) => ({ left: -(readWhole(value) ?? 0) }),
  'print.tone': (value) => ({ darkness: Math.round(Number(value)) || 0 }),
  'media.darkness': (value) => ({ darkness: Math.round(Number(value)) || 0 }),
  'media.speed': (value) => ({ inchesPerSecond: Number(value) || null }),
  'media.printmode': (value) => ({ mode: value.charAt(0).toUpperCase() || 'T' }),
};

const CODES: Readonly<Record<string, 'format' | 'control' | 'delimiter'>> = {
  'zpl.caret': 'format',
  'zpl.format_prefix': 'format',
  'zpl.control_character': 'control',
  'zpl.command_prefix': 'control',
  'zpl.delimiter': 'delimiter',
};

/** `setvar`: takes effect at once and survives power off. */
export const setVariable = (settings: Settings, name: string, value: string): void => {
  const change = VARIABLES[name]?.(value);
  if (change) Object.assign(settings, change);
  if (change && settings.saved) Object.assign(settings.saved.settings, change);
  const code = CODES[name];
  if (code && /^[0-9a-f]{2}$/i.test(value)) settings.reading[code] = Number.parseInt(value, 16);
  settings.device = { ...settings.device, [name]: value };
};
