import { createFileRoute, redirect } from '@tanstack/react-router';

/** Redirect to the overview. */
export const Route = createFileRoute('/$soft/user/index')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$soft/user', params, statusCode: 302 });
  },
});
