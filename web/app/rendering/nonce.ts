import { createContext } from 'react';

/** The nonce of this response; absent in the browser, where scripts already run. */
export const NonceContext = createContext<string | undefined>(undefined);
