"use strict";
// A question is searched for by what it is about: words such as "is" begin a hundred others, and the search asks for beginnings.
(() => {
  const SMALL = new Set(("a about am an and any are as at be been by can could did do does for from get had has have he her his " +
    "how i if in into is it its may me might mine more my no not of on one or our put shall she should so some than that the " +
    "their them then there these they this those to too us was we were what when where which who whose why will with would " +
    "you your").split(" "));
  const QUERY = 2, post = Worker.prototype.postMessage;

  function asked(text) {
    const words = text.replace(/[?!.,;]+(?=\s|$)/g, "").split(/\s+/), kept = words.filter(word => !SMALL.has(word.toLowerCase()));
    return (kept.length ? kept : words).join(" ");
  }

  Worker.prototype.postMessage = function (message, ...more) {
    const isQuery = message && message.type === QUERY && typeof message.data === "string";
    return post.call(this, isQuery ? {...message, data: asked(message.data)} : message, ...more);
  };
})();
