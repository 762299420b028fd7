import { LabelError } from '../errors.ts';
import type { Template } from '../template.ts';
import { decodeBase64 } from './base64.ts';
import type { Images, Picture } from './picture.ts';
import { readPng } from './png.ts';

const imagesByTemplate = new WeakMap<Template, Images>();

/** Failures are cached too, so each picture is decoded once. */
type DecodeResult = Picture | LabelError;

/**
 * Pictures of a template, decoded on first access and cached. `get` throws LabelError `bad-image`.
 */
export function getTemplateImages(template: Template): Images {
  const images = imagesByTemplate.get(template) ?? createTemplateImages(template);
  imagesByTemplate.set(template, images);
  return images;
}

function createTemplateImages({ images = [] }: Template): Images {
  const pngById = new Map(images.map(({ id, png }) => [id, png]));
  const decodedById = new Map<string, DecodeResult>();
  return {
    get: (id) => {
      const png = pngById.get(id);
      if (png === undefined) return undefined;
      const picture = decodedById.get(id) ?? decodePicture(png);
      decodedById.set(id, picture);
      if (picture instanceof LabelError) throw picture;
      return picture;
    },
  };
}

function decodePicture(png: string): DecodeResult {
  try {
    return readPng(decodeBase64(png));
  } catch (error) {
    if (error instanceof LabelError) return error;
    throw error;
  }
}
