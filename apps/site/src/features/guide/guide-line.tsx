import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { parseGuideText, type GuidePiece } from '@yunbiao/contract/site/guides';
import { keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { isServerPath } from '../../kit/page/server-path.ts';

const renderLink = (alias: string, { path, text }: Extract<GuidePiece, { kind: 'link' }>) => {
  if (isServerPath(path))
    return (
      <a className="link" href={path}>
        {text}
      </a>
    );
  const { pathname, searchParams } = new URL(path, 'https://guide.invalid');
  return (
    <Link
      className="link"
      to={`/$soft${pathname}` as '/$soft/tools/temp'}
      params={{ soft: alias }}
      search={Object.fromEntries(searchParams)}
    >
      {text}
    </Link>
  );
};

/** A line of a guide with its names and links. */
export const GuideLine = ({ alias, line }: { alias: string; line: string }) =>
  parseGuideText(line).map((piece, at) => (
    <Fragment key={at}>
      {piece.kind === 'link' ? (
        renderLink(alias, piece)
      ) : piece.kind === 'name' ? (
        <b>{piece.text}</b>
      ) : (
        keepNumbersWithUnits(piece.text)
      )}
    </Fragment>
  ));
