import type { Template } from '@yunbiao/label';

/** Stored template that is being edited. */
export type Source = {
  /** Null for a template that was never saved. */
  id: string | null;
  /** The member's own template is saved under its id; any other is saved as a copy. */
  own: boolean;
  /** Version on which the changes are based. */
  version: number;
  category: string;
};

/** Initial content of the designer. */
export type Opened = {
  name: string;
  template: Template;
  source: Source;
  /** URL of the label rendered by the server, with sample data. */
  picture?: string | null;
  /** The share link was revoked or is invalid. */
  isGone?: true;
};

export const NEW_SOURCE: Source = { id: null, own: false, version: 0, category: '' };

/** New labels start with the most common stock. */
export const NEW_LABEL: Opened = {
  name: '新标签',
  template: { version: 1, widthMm: 60, heightMm: 40, fields: [], elements: [] },
  source: NEW_SOURCE,
};

/** State of the design beyond its elements: name, source and saved version. */
export type DesignFile = {
  name: string;
  source: Source;
  /** Last saved, or as opened. */
  stored: { name: string; template: Template };
  /** Time of the last save in this window, epoch ms. */
  savedAt: number | null;
  isSaving: boolean;
  /** Newer version, saved by another window or browser. */
  newer: number | null;
};

export const createDesignFile = ({ name, template, source }: Opened): DesignFile => ({
  name,
  source,
  stored: { name, template },
  savedAt: null,
  isSaving: false,
  newer: null,
});

/** Compares by identity: every change creates a new template object. */
export const hasUnsavedChanges = ({ name, stored }: DesignFile, template: Template): boolean =>
  name !== stored.name || template !== stored.template;
