import { createContext, useContext } from 'react';
import { graphql, type ResultOf } from './graphql.js';

export const VIEWER = graphql(`
  query Viewer {
    viewer {
      actor {
        id
        kind
        name
        keyPrefix
      }
      roles
      sessionEndsAt
      scopes
    }
    desk {
      environment
      merchantName
      version
      liveCursor
    }
  }
`);

export type Viewer = ResultOf<typeof VIEWER>['viewer'];

/** The person or program that is signed in; null while loading. */
export const ViewerContext = createContext<Viewer | null>(null);

/** The server's own details; null while loading. */
export const DeskContext = createContext<ResultOf<typeof VIEWER>['desk'] | null>(null);

/** Whether an actor is the current user. */
export function useIsViewer({ id }: { readonly id: string }): boolean {
  return useContext(ViewerContext)?.actor.id === id;
}

/** Whether the user is known to lack a scope; false while loading. */
export function useLacks(scope: string): boolean {
  const viewer = useContext(ViewerContext);
  return viewer !== null && !viewer.scopes.includes(scope);
}

/** Whether the user holds at least one of these scopes. */
export function useHolds(...scopes: readonly string[]): boolean {
  const viewer = useContext(ViewerContext);
  return scopes.some((scope) => viewer?.scopes.includes(scope));
}
