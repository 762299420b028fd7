import { ENCODINGS, type Encoding } from '../../../kit/data/read/encoding.ts';
import question from '../../../kit/data/question.module.css';
import css from './data.module.css';
import type { Data } from './use-data.ts';
import type { useOpening } from './use-opening.ts';

type EncodingChoiceProps = {
  file: NonNullable<Data['file']>;
  opening: ReturnType<typeof useOpening>;
};

const isEncoding = (value: string): value is Encoding => Object.hasOwn(ENCODINGS, value);

/** What an open text file is read in, and another one to read it in. Asks where more than one makes text of it. */
export const EncodingChoice = ({ file, opening }: EncodingChoiceProps) => {
  const { readings } = opening;
  const [current] = readings;
  if (!current) return null;
  const read = (encoding: Encoding): void => void opening.open(file, { encoding });
  return (
    <>
      <label className={css.encoding}>
        文字编码
        <span className="field-box compact">
          <select
            name="encoding"
            value={current.encoding}
            onChange={({ target: { value } }) => isEncoding(value) && read(value)}
          >
            {Object.entries(ENCODINGS).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </span>
      </label>
      {readings.length > 1 && (
        <fieldset className={question.question}>
          <legend>这个文件不止一种编码读得通，哪一种的字是对的？</legend>
          {readings.map(({ encoding, start }) => (
            <button
              key={encoding}
              type="button"
              className="button compact"
              onClick={() => (encoding === current.encoding ? opening.settle() : read(encoding))}
            >
              {ENCODINGS[encoding]}：<b className="ellipsis">{start}</b>
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
};
