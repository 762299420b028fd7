import { POST_LENGTH } from '@yunbiao/contract/limits/forum';
import { formatCount } from '@yunbiao/ui/format.ts';

/** Describes a wrong length; '' when it is allowed. `name`: display name of the field. */
export const checkPostLength = (name: string, text: string): string =>
  text.length > POST_LENGTH
    ? `${name}太长，最多 ${formatCount(POST_LENGTH)} 字，改短才能发；写的都留着`
    : '';
