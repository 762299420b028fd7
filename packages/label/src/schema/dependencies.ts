import type { z } from 'zod';

type Range = { min: number; max: number };

/** Limits of a template, named as in the API contract. */
export type TemplateLimits = Readonly<
  Record<
    | 'ANGLE_DEG'
    | 'CELL_PADDING_MM'
    | 'CODE_SPACING_MM'
    | 'CODE_TEXT_MM'
    | 'ELEMENT_PLACE_MM'
    | 'ELEMENT_SIDE_MM'
    | 'IMAGE_THRESHOLD'
    | 'LABEL_HEIGHT_MM'
    | 'LABEL_WIDTH_MM'
    | 'LETTER_SPACING_MM'
    | 'LINE_HEIGHT'
    | 'LINE_MM'
    | 'MAX_VALUE_LENGTH'
    | 'RADIUS_MM'
    | 'SERIAL_ALPHABET_LENGTH'
    | 'SERIAL_START'
    | 'SERIAL_STEP'
    | 'SERIAL_WIDTH'
    | 'TABLE_LINES'
    | 'TABLE_LINE_MM'
    | 'TEXT_SIZE_MM'
    | 'WIDTH_SCALE',
    Readonly<Range>
  > &
    Record<
      | 'CONTENT_LENGTH'
      | 'ELEMENT_NAME_LENGTH'
      | 'FIELD_NAME_LENGTH'
      | 'FORMULA_LENGTH'
      | 'IMAGE_ID_LENGTH'
      | 'IMAGE_TEXT_LENGTH'
      | 'MAX_ELEMENT_GROUPS'
      | 'MAX_ELEMENTS'
      | 'MAX_FIELDS'
      | 'MAX_GUIDES'
      | 'MAX_IMAGES'
      | 'MAX_MORE_SAMPLES'
      | 'MAX_TABLE_CELLS'
      | 'MAX_TABLE_LINES'
      | 'MAX_TEXT_SPANS'
      | 'SAMPLE_LENGTH',
      number
    >
>;

/**
 * Dependencies of the schema. The caller passes in the validator, so that the engine neither
 * bundles one nor validates twice.
 */
export type SchemaDependencies = {
  z: typeof z;
  limits: TemplateLimits;
  /** Chinese reason for rejecting a picture, from its first bytes; '' for a valid one. */
  describePngFault: (base64: string) => string;
};

export const createRangeShape = ({ z }: SchemaDependencies, { min, max }: Readonly<Range>) =>
  z.number().min(min).max(max);
