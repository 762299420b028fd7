import type { Generated } from 'kysely';

/** Lengths in 0.01 mm, `bar_reduction` in dots; `pitch_scale` in 0.01 percent. */
export type PrintConfigTable = {
  id: Generated<number>;
  member_id: number;
  client_id: number;
  printer_id: number;
  name: string;
  language: string;
  width: number;
  height: number;
  gap: number;
  columns: number;
  /** Gap between columns. */
  column_gap: Generated<number>;
  dpi: number;
  offset_x: number;
  offset_y: number;
  pitch_scale: number;
  bar_reduction: Generated<number>;
  vector: Generated<number>;
  rotation: number;
  darkness: number;
  speed: number;
  /** `gap`, `black-mark`, `continuous`. */
  media: Generated<string>;
  /** `printer`, `tear`, `peel`, `cut`. */
  finishing: Generated<string>;
  cut_each: Generated<number>;
  /** Print start; null: the printer's own setting. */
  shift: Generated<number | null>;
  /**
   * JSON: offset and feed correction before calibration; null when not calibrated, or changed
   * since.
   */
  calibrated_from: Generated<string | null>;
  copies: number;
  is_default: number;
  enabled: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
};

/** Printer group of a member with failover (打印机组). */
export type PrinterGroupTable = {
  id: Generated<number>;
  member_id: number;
  /** Unique per member. */
  name: string;
  /** `in-order`, `least-busy`. */
  rule: string;
  /** Minutes a printer may be unable to print before its labels are moved. */
  delay: number;
  /** 1: labels are moved only after the member confirms. */
  asks: number;
  created_at: number;
  updated_at: number;
};

/** A printer of a group, by one of its configurations. */
export type PrinterGroupPlaceTable = {
  id: Generated<number>;
  printer_group_id: number;
  print_config_id: number;
  /** Counted from 0. */
  position: number;
};
