import { getRouteApi } from '@tanstack/react-router';
import type { Common } from './stores.ts';

const softRoute = getRouteApi('/$soft');

/** Feature switches of the site. Only on pages of a software, whose layout has loaded them. */
export const useFeatureSwitches = (): Common['switches'] =>
  softRoute.useLoaderData().common.switches;
