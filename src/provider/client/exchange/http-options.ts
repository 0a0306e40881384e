import type { HttpModuleOptions } from '@nestjs/axios';
import type { Config } from '../../../platform/config/config.js';

// The documented objects take about 1 KiB; a list of banks or services stays far below this.
export const MAX_BODY_BYTES = 1_048_576;

/**
 * The options that all requests to the provider share. Axios follows no redirect, uses no proxy and inflates nothing: a
 * few bytes could become gigabytes. It hands over the bytes of any answer as they came.
 */
export function httpOptions({ provider }: Config): HttpModuleOptions {
  return {
    adapter: 'http',
    baseURL: provider.baseUrl,
    allowAbsoluteUrls: false,
    proxy: false,
    maxRedirects: 0,
    maxContentLength: MAX_BODY_BYTES,
    decompress: false,
    responseType: 'arraybuffer',
    transformRequest: [],
    transformResponse: [],
    validateStatus: null,
    headers: { Accept: 'application/json', 'Accept-Encoding': 'identity', 'User-Agent': 'purser' },
  };
}
