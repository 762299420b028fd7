import { LabelError } from '../errors.ts';
import type { Template } from '../template.ts';
import { bytesOfBase64 } from './base64.ts';
import type { Images, Picture } from './picture.ts';
import { readPng } from './png.ts';

const known = new WeakMap<Template, Images>();

/** Why a picture cannot be unpacked is kept too: it is tried once. */
type Unpacked = Picture | LabelError;

/** The pictures a template holds; each is unpacked once, when it is first asked for. `get` throws LabelError `bad-image`. */
export function listImages(template: Template): Images {
  const images = known.get(template) ?? openImages(template);
  known.set(template, images);
  return images;
}

function openImages({ images = [] }: Template): Images {
  const packed = new Map(images.map(({ id, png }) => [id, png]));
  const unpacked = new Map<string, Unpacked>();
  return {
    get: (id) => {
      const png = packed.get(id);
      if (png === undefined) return undefined;
      const picture = unpacked.get(id) ?? unpack(png);
      unpacked.set(id, picture);
      if (picture instanceof LabelError) throw picture;
      return picture;
    },
  };
}

function unpack(png: string): Unpacked {
  try {
    return readPng(bytesOfBase64(png));
  } catch (error) {
    if (error instanceof LabelError) return error;
    throw error;
  }
}
