// A process of its own: where it unpacks to is decided by variables that nothing else here should see.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
