import type { CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/api/client';
import type { Template } from '@yunbiao/label';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { type Sent, sendForm } from '../../../kit/form/send-form.ts';
import { showFailure } from '../../../kit/page/show-failure.ts';
import type { Designer } from '../designer.ts';
import type { Source } from './source.ts';

export type SaveOptions = {
  asCopy?: boolean;
  /** The stored version that is replaced although the changes are based on an older one. */
  over?: number;
};

/** A saved design, and the id and version under which it is stored. */
export type SavedDesign = {
  id: string;
  version: number;
  /** The source before the save. */
  former: Source;
  stored: { name: string; template: Template };
};

/** `stored`: the saved version is newer than the one the changes are based on. */
export type PostOutcome =
  | { saved: SavedDesign }
  | { stored: { version: number; savedAt: string } }
  | { refused: true };

type SendResult = Sent<CallOutput<'saveTemplate'>>;

/** Sends the design. Only the member's own template is saved under its id. */
const sendDesign = (
  api: Client,
  { name, source, template }: { name: string; source: Source; template: Template },
  { asCopy = false, over }: SaveOptions,
): Promise<SendResult> => {
  const isUpdate = source.own && source.id !== null && !asCopy;
  return sendForm(
    api,
    'saveTemplate',
    {
      ...(isUpdate ? { id: source.id, version: over ?? source.version } : {}),
      name: name.trim(),
      category: source.category,
      content: template,
    },
    {
      onRefusal: (failure) => (failure.code === 409 ? { stored: failure.msg } : { _: failure.msg }),
    },
  );
};

const showRefusal = ({ failure, errors }: Extract<SendResult, { data: null }>): void => {
  const message = Object.values(errors)[0];
  if (failure && failure.code !== 400) showFailure(failure);
  else if (message) toast.error(message);
};

/** Records a save in the state of the design. Changes made while saving stay unsaved. */
export const recordSave = ({ file }: Designer, { id, version, stored }: SavedDesign): void =>
  file.set((now) => ({
    ...now,
    source: { ...now.source, id, own: true, version },
    stored,
    savedAt: Date.now(),
    newer: null,
  }));

/** Saves the current design. Shows why the server refused it, unless a newer version is stored. */
export const postDesign = async (
  api: Client,
  designer: Designer,
  how: SaveOptions,
): Promise<PostOutcome> => {
  const { file } = designer;
  const { name, source } = file.get();
  const { template } = designer.getDoc();
  file.set((now) => ({ ...now, isSaving: true }));
  const reply = await sendDesign(api, { name, source, template }, how).finally(() =>
    file.set((now) => ({ ...now, isSaving: false })),
  );
  if (reply.data) {
    const { id, version } = reply.data;
    return { saved: { id, version, former: source, stored: { name, template } } };
  }
  const storedDesign = reply.failure?.data?.stored;
  if (storedDesign) return { stored: storedDesign };
  showRefusal(reply);
  return { refused: true };
};
