/**
 * Modules smaller than this, in mm, print, but many scanners refuse them, whatever a decoder reads: 2 dots at 203 dpi, 3 at
 * 300, 6 at 600.
 */
export const COMFORTABLE_MODULE_MM = 0.245;
