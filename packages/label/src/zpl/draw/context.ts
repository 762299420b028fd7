import type { Fonts } from '../../font/font.ts';
import type { Dpi } from '../../template.ts';
import type { ReportNotice } from '../notice.ts';

export type DrawContext = { fonts: Fonts; dpi: Dpi; tell: ReportNotice };

/** Human readable text of a code, centred between `from` and `to`. */
export type CodeLine = { text: string; from: number; to: number; base: number; sizeDots: number };
