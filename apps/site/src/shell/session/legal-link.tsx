/** Link to a legal document in a new tab; plain text when the document does not exist. */
export const LegalLink = ({ id, children }: { id: string | null; children: string }) =>
  id ? (
    <a className="link" href={`/article/${id}.html`} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    <>{children}</>
  );
