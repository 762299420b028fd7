import { createFileRoute, redirect } from '@tanstack/react-router';

/** The overview under its other name. */
export const Route = createFileRoute('/$soft/user/index')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$soft/user', params, statusCode: 302 });
  },
});
