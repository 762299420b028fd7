import type { Generated } from 'kysely';

/** Printer model of the public page (打印机型号). */
export type PrinterModelTable = {
  id: Generated<number>;
  /** Stable name in addresses and reports, `zebra-zd421`; unique. */
  name: string;
  /** Name of the brand's page. */
  brand: string;
  /** As the maker writes it. */
  title: string;
  /** JSON: languages, dpi, greatest print width, heat, connections, queue; unknown ones are absent. */
  facts: string;
  source_title: string;
  source_url: string;
  /**
   * SHA-256 of the row as the product's list had it; '' when an operator added it. A row with
   * another digest was changed by an operator and is not updated at start.
   */
  seed: string;
  created_at: number;
  updated_at: number;
};

/** A member's word that a model printed his label (这台能用); one per member and model. */
export type PrinterModelReportTable = {
  id: Generated<number>;
  member_id: number;
  /** `printer_model.name`; the report outlives a row that leaves the list. */
  model: string;
  /** The member's printer, and the language it was printed in. */
  printer_name: string;
  language: string;
  /** The label that proves it: its batch, and its state and evidence at the report. */
  batch_no: string;
  state: string;
  evidence: string;
  created_at: number;
};
