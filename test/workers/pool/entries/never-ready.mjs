await new Promise(() => setInterval(() => undefined, 1000));
