export declare const SOURCES: readonly string[];
export declare function hashOfWebSources(root: string): string;
