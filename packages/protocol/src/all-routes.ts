import { AUTH_ROUTES, type AuthRoute, type AuthRouteId } from './auth-routes.ts';
import { ROUTES, type Route, type RouteId } from './routes.ts';

/** What OpenAPI and the reference describe: `/v1` and `/auth`. */
export const ALL_ROUTES = { ...ROUTES, ...AUTH_ROUTES };
export type AnyRoutes = typeof ROUTES & typeof AUTH_ROUTES;
export type AnyRouteId = RouteId | AuthRouteId;
export type AnyRoute = Route | AuthRoute;

/** Whether the route is below `/auth`, where the access of a route means something else. */
export const isAuthRoute = (route: AnyRoute): route is AuthRoute =>
  route.access === 'page' || route.access === 'session' || route.access === 'program';
