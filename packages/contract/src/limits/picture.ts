/** Bytes of a member's picture library, without VIP and with VIP in any software. */
export const PICTURE_LIBRARY_BYTES = { free: 50_000_000, vip: 500_000_000 } as const;
/** Pictures of a library. */
export const MAX_PICTURES = 5_000;
/** Characters of a picture's name with its extension, and of a folder's path. */
export const PICTURE_NAME_LENGTH = 80;
export const PICTURE_FOLDER_LENGTH = 120;
/** Folders inside each other. */
export const MAX_FOLDER_DEPTH = 4;
/** Pictures that one call moves, deletes or asks about. */
export const MAX_PICTURES_PER_CALL = 500;
/** Names that one call looks up: the distinct values of a column of the data table. */
export const MAX_PICTURE_NAMES = 500;
/** Characters of a value that names a picture: folder, name, and spaces around them. */
export const PICTURE_VALUE_LENGTH = 250;
/** Longer side of a stored picture, pixels: a label 85 mm wide at 600 dpi. */
export const PICTURE_SIDE = 2_000;
/** Longer side of the small picture in lists, pixels. */
export const PICTURE_THUMB_SIDE = 240;
/** Templates that an answer names. */
export const MAX_PICTURE_USES = 20;
/** Bytes of a stored picture: in base64 it is one message to a print client. */
export const MAX_PICTURE_FILE_BYTES = 5_000_000;
