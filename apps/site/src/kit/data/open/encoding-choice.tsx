import question from '../question.module.css';
import { ENCODINGS, type Encoding } from '../read/encoding.ts';
import css from './encoding-choice.module.css';
import type { FileOpening } from './use-file-opening.ts';

type EncodingChoiceProps = { file: File; opening: FileOpening };

const isEncoding = (value: string): value is Encoding => Object.hasOwn(ENCODINGS, value);

/**
 * Encoding of the open text file, and the choice of another one. Asks when the file is readable in
 * several encodings.
 */
export const EncodingChoice = ({ file, opening }: EncodingChoiceProps) => {
  const { readings } = opening;
  const [current] = readings;
  if (!current) return null;
  const reopenFileWithEncoding = (encoding: Encoding): void =>
    void opening.open(file, { encoding });
  return (
    <>
      <label className={css.encoding}>
        文字编码
        <span className="field-box compact">
          <select
            name="encoding"
            value={current.encoding}
            onChange={({ target: { value } }) => isEncoding(value) && reopenFileWithEncoding(value)}
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
              onClick={() =>
                encoding === current.encoding
                  ? opening.confirmEncoding()
                  : reopenFileWithEncoding(encoding)
              }
            >
              {ENCODINGS[encoding]}：<b className="ellipsis">{start}</b>
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
};
