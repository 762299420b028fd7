import { createFileRoute, redirect } from '@tanstack/react-router';

/** Redirect: own templates are a part of the library. */
export const Route = createFileRoute('/$soft/user/template')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$soft/tools/temp', params, search: { own: '1' }, statusCode: 302 });
  },
});
