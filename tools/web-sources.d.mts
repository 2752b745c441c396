export declare function hashOfWebSources(root: string): string;
