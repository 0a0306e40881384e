export { openBrowser, type TestBrowser } from '../../dev/browser/chromium.js';
