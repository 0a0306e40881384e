import { type HttpAnswer, httpAnswer, refusalAnswer } from '../http/answer.js';

/** Builds a 5xx like a proxy in front of the provider would: an HTML page, which a JSON client must survive. */
export function serverErrorPage(status: number): HttpAnswer {
  const body = `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1><hr>gateway</body></html>`;
  return httpAnswer({ status, contentType: 'text/html; charset=utf-8', body });
}

/** Builds a 429 with a `Retry-After`. The interface says nothing about rate limits. */
export function tooManyRequestsAnswer(): HttpAnswer {
  const answer = refusalAnswer({ status: 429, message: 'Too many requests.' });
  return { ...answer, headers: { ...answer.headers, 'retry-after': '1' } };
}

/** Builds a 409 that does not say what happened. */
export function conflictAnswer(): HttpAnswer {
  return refusalAnswer({ status: 409, message: 'The request conflicts with another one.' });
}
