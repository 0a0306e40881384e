import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { graphql, type ResultOf } from '../api/graphql.js';
import { listen } from '../api/listen.js';

const DESK_CHANGES = graphql(`
  subscription DeskChanges($after: String) {
    deskChanged(after: $after) {
      cursor
      subject
    }
  }
`);

type DeskSubject = ResultOf<typeof DESK_CHANGES>['deskChanged']['subject'];

type Listener = (subject: DeskSubject) => void;

// Debounce: however many changes arrive, a page reloads at most twice a second.
const SETTLE_MS = 500;

/** Notifications of all changes except those to payouts and orders. All pages share one subscription. */
class DeskFeed {
  readonly #listeners = new Set<Listener>();

  tell(subject: DeskSubject): void {
    for (const listener of this.#listeners) listener(subject);
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}

export const DeskFeedContext = createContext(new DeskFeed());

/**
 * Subscribes to desk changes for all pages.
 * @param after log position before the first page was read; null while loading
 */
export function useDeskFeed(after: string | null, isPaused: boolean): DeskFeed {
  const client = useClient();
  const [feed] = useState(() => new DeskFeed());
  // Cursor of the last change received. After a pause the server replays everything after it.
  const heard = useRef<string | null>(null);
  useEffect(() => {
    if (after === null || isPaused) return undefined;
    return listen(client, DESK_CHANGES, { after: heard.current ?? after }, ({ deskChanged: { cursor, subject } }) => {
      heard.current = cursor;
      feed.tell(subject);
    });
  }, [client, feed, after, isPaused]);
  return feed;
}

/** Reloads shortly after one of these subjects changes. */
export function useDeskChanges(subjects: readonly DeskSubject[], readAgain: () => void): void {
  const feed = useContext(DeskFeedContext);
  const latest = useRef({ subjects, readAgain });
  useEffect(() => {
    latest.current = { subjects, readAgain };
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const end = feed.subscribe((subject) => {
      if (!latest.current.subjects.includes(subject)) return;
      timer ??= setTimeout(() => {
        timer = null;
        latest.current.readAgain();
      }, SETTLE_MS);
    });
    return () => {
      end();
      if (timer !== null) clearTimeout(timer);
    };
  }, [feed]);
}
