import type { DrawnLabel } from './draw.ts';

/** A label with its name, `mm` long. */
export const buildLabel = (name: string, mm = 30, more = ''): string =>
  `SIZE 50 mm,${mm} mm\r\n${more}CLS\r\nTEXT 20,20,"3",0,1,1,"${name}"\r\nPRINT 1,1\r\n`;

/** The identity of a label: its text. */
export const indexByText = (drawn: DrawnLabel): string =>
  drawn.fields.map((field) => /"([^"]*)"$/.exec(field)?.[1] ?? field).join('|');

export const ESC = '\x1b';
