/** A document of the site's, in a tab of its own; plain words while there is none. */
export const LegalLink = ({ id, children }: { id: string | null; children: string }) =>
  id ? (
    <a className="link" href={`/article/${id}.html`} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    <>{children}</>
  );
