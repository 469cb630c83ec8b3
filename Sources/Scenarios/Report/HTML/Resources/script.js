// What a browser adds to the page: all that the page says stands in it without this script.
"use strict";
